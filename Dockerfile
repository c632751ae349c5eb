# docker build -t everylast . && docker run --rm -p 127.0.0.1:8000:8000 -v everylast:/data everylast
FROM python:3.12-slim

RUN useradd --create-home --uid 10001 everylast && mkdir /data && chown everylast /data
WORKDIR /srv
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY app app
COPY extractors extractors
COPY corpora corpora
RUN pip install --no-cache-dir --constraint constraints.txt setuptools \
    && pip install --no-cache-dir --constraint constraints.txt --no-build-isolation --editable .

USER everylast
# Inside the container every address; outside, only what -p publishes.
ENV EVERYLAST_HOST=0.0.0.0 EVERYLAST_PORT=8000 EVERYLAST_DATA=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import httpx; httpx.get('http://127.0.0.1:8000/readyz').raise_for_status()"]
CMD ["everylast", "serve"]
