# The command line in a box:
#   docker build -t herald .
#   docker run --rm herald                          the games it knows
#   docker run --rm -it herald play granada         a game in the terminal
FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /herald
COPY . .

# The lock as constraints: only what running needs, at the locked versions.
# Installed in place, because the games' data lies beside the engine.
RUN pip install -c requirements.lock setuptools \
    && pip install -c requirements.lock --no-build-isolation -e . \
    && useradd --system --no-create-home herald

USER herald
ENTRYPOINT ["herald"]
CMD ["games"]
