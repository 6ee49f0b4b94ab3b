# The Discord bot in a box:
#   docker build -t herald .
#   docker run -d --name herald --env-file herald.env -v herald:/data herald
# and everything else that `herald` can do:
#   docker run --rm herald games
#   docker run --rm -it herald play granada
#
# The base can be another one, or the same pinned by its digest (docs/hosting.md):
#   docker build --build-arg PYTHON=python@sha256:... -t herald .
ARG PYTHON=python:3.11.9-slim-bookworm

# -- what is needed to run, installed from the lock with its hashes --
FROM ${PYTHON} AS made

ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

COPY requirements.lock .
RUN python -m venv /venv \
    && /venv/bin/python -m pip install --require-hashes -r requirements.lock

# Installed in place, because the games' data lies beside the engine.
WORKDIR /herald
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY renderer renderer
COPY data data
COPY bot bot
RUN /venv/bin/python -m pip install --no-deps --no-build-isolation -e .

# -- what runs: no pip cache, no build leftovers, no other user's files --
FROM ${PYTHON}

ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HERALD_FOLDER=/data \
    HERALD_LOG_FORMAT=json

RUN useradd --system --no-create-home herald \
    && install -d -m 700 -o herald -g herald /data
COPY --from=made /venv /venv
COPY --from=made /herald /herald

WORKDIR /herald
USER herald
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s CMD ["herald", "health"]
ENTRYPOINT ["herald"]
CMD ["bot"]
