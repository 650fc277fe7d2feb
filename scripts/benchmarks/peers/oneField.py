"""BM25 over texts that are terms already, by bm25s: index time, and milliseconds of each query."""

import json
import statistics
import sys
import time

import bm25s as library


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        work = json.load(file)
    for _ in sys.stdin:
        print(json.dumps(measure(work)), flush=True)


def measure(work: dict) -> dict:
    texts = [text.split(" ") for text in work["texts"]]
    start = time.perf_counter()
    retriever = library.BM25(k1=work["k1"], b=work["b"], method="lucene", backend="numpy")
    retriever.index(texts, show_progress=False)
    index_ms = 1000 * (time.perf_counter() - start)
    queries = [query.split(" ") for query in work["queries"]]
    times: list[list[float]] = [[] for _ in queries]
    for _ in range(work["rounds"]):
        for place, query in enumerate(queries):
            start = time.perf_counter()
            retriever.retrieve([query], k=10, show_progress=False)
            times[place].append(1000 * (time.perf_counter() - start))
    return {
        "indexMs": index_ms,
        "times": [statistics.median(own[len(own) // 2 :]) for own in times],
    }


if __name__ == "__main__":
    main()
