"""Reference values of logistic regression and of its metrics, computed with scikit-learn.

    python3 -m venv venv && venv/bin/pip install scikit-learn
    venv/bin/python scripts/reference/classification.py

writes test/fixtures/classification.json: features with labels of four classes (one rare), the optimum for several
coefficients, the probabilities it gives to features it has not seen, and the metrics of its answers. `two` has the
first two classes alone, `several` has any number of classes a row, each a question of its own.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, balanced_accuracy_score, precision_recall_fscore_support

TARGET = Path(__file__).parents[2] / "test" / "fixtures" / "classification.json"
L2 = [1e-4, 1e-2, 1, 10]
WIDTH = 5
COUNTS = [70, 40, 25, 8]


def rounded(values, digits=10):
    return np.round(np.asarray(values, dtype=float), digits).tolist()


def draw(random, centres, counts):
    labels = np.repeat(np.arange(len(counts)), counts)
    # Wide clouds far from the origin: classes overlap, and the intercepts matter.
    features = centres[labels] + random.normal(size=(len(labels), WIDTH)) * [0.5, 1, 2, 1, 0.7] + 3
    order = random.permutation(len(labels))
    return np.round(features[order], 3).astype(np.float32), labels[order]


def fit(features, labels, c):
    # The second-order solver, for an optimum to the last digits.
    return LogisticRegression(C=c, solver="newton-cholesky", tol=1e-12, max_iter=10_000).fit(
        features.astype(np.float64), labels
    )


def parameters(model):
    return {"weights": rounded(model.coef_), "intercepts": rounded(model.intercept_)}


def main():
    random = np.random.default_rng(7)
    centres = random.normal(size=(len(COUNTS), WIDTH)) * 0.8
    features, labels = draw(random, centres, COUNTS)
    unseen, truth = draw(random, centres, [count // 2 for count in COUNTS])
    several = (features[:, :3] + random.normal(size=(len(labels), 3)) > [3, 3.5, 4.5]).astype(int)

    fits = []
    for l2 in L2:
        model = fit(features, labels, 1 / l2)
        found = model.predict(unseen)
        precision, recall, f1, support = precision_recall_fscore_support(truth, found, zero_division=0)
        fits.append({
            "l2": l2,
            **parameters(model),
            "probabilities": rounded(model.predict_proba(unseen)),
            "predicted": found.tolist(),
            "accuracy": accuracy_score(truth, found),
            "balancedAccuracy": balanced_accuracy_score(truth, found),
            "classes": {
                "precision": rounded(precision), "recall": rounded(recall), "f1": rounded(f1), "support": support.tolist()
            },
        })

    two = labels < 2
    TARGET.write_text(json.dumps({
        "features": features.tolist(),
        "labels": labels.tolist(),
        "unseen": unseen.tolist(),
        "truth": truth.tolist(),
        "fits": fits,
        # Two classes have one row of weights in scikit-learn and two rows of half of them here: C is 2/λ.
        "two": {"l2": 0.5, "probabilities": rounded(fit(features[two], labels[two], 2 / 0.5).predict_proba(unseen)[:, 1])},
        "several": {
            "answers": several.tolist(),
            "l2": 0.5,
            "fits": [parameters(fit(features, several[:, column], 1 / 0.5)) for column in range(3)],
        },
    }) + "\n")


if __name__ == "__main__":
    main()
