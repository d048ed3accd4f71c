# The server in a container. `compose.yaml` brings PostgreSQL and a proxy along; docs/operating.md says how to run it.
FROM python:3.13.5-slim-bookworm AS build
WORKDIR /source
# What changes seldom comes first: packages are fetched again only when their list has changed.
COPY requirements/server.txt requirements/server.txt
RUN python -m venv /opt/mousehole \
 && /opt/mousehole/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/server.txt
COPY . .
RUN pip wheel --no-cache-dir --disable-pip-version-check --no-deps --wheel-dir /wheels . \
 && /opt/mousehole/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps /wheels/*.whl

FROM python:3.13.5-slim-bookworm
RUN groupadd --gid 10001 mousehole \
 && useradd --uid 10001 --gid mousehole --home-dir /var/lib/mousehole --create-home --shell /usr/sbin/nologin mousehole \
 && install --directory --owner=mousehole --group=mousehole /var/cache/mousehole
COPY --from=build /opt/mousehole /opt/mousehole
ENV PATH=/opt/mousehole/bin:$PATH \
    XDG_DATA_HOME=/var/lib \
    MOUSEHOLE_CACHE=/var/cache/mousehole \
    MOUSEHOLE_HOST=0.0.0.0 \
    MOUSEHOLE_PORT=8000
USER mousehole
WORKDIR /var/lib/mousehole
# Tables, where no other database is given, and what was compiled: both outlive the container.
VOLUME ["/var/lib/mousehole", "/var/cache/mousehole"]
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "import json, urllib.request as r; assert json.load(r.urlopen('http://127.0.0.1:8000/api/health', timeout=8))['status'] in ('ok', 'warming')"]
CMD ["mousehole", "serve"]
