# The Discord bot in a box:
#   docker build -t herald .
#   docker run -d --name herald --env-file herald.env -v herald:/data herald
# and everything else that `herald` can do:
#   docker run --rm herald games
#   docker run --rm -it herald play granada
FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    HERALD_FOLDER=/data \
    HERALD_LOG_FORMAT=json

WORKDIR /herald
COPY pyproject.toml requirements.lock README.md LICENSE ./
COPY engine engine
COPY renderer renderer
COPY data data
COPY bot bot

# The lock as constraints: only what running needs, at the locked versions.
# Installed in place, because the games' data lies beside the engine.
RUN pip install -c requirements.lock setuptools \
    && pip install -c requirements.lock --no-build-isolation -e . \
    && useradd --system --no-create-home herald \
    && install -d -o herald -g herald /data

USER herald
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s CMD ["herald", "health"]
ENTRYPOINT ["herald"]
CMD ["bot"]
