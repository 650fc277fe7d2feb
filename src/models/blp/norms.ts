import { tf } from '../backend';

/** A norm of the differences between two vectors, and its gradient. */
export interface Norm {
  /** `[…, d]` → `[…]` */
  lengths(differences: tf.Tensor): tf.Tensor;
  /** The gradient of the length in each component: `[…, d]` → `[…, d]`; 0 where the difference is 0. */
  directions(differences: tf.Tensor): tf.Tensor;
}

/** Σ|dᵢ|. tfjs's own gradient of `abs` is −1 at 0; the sign's 0 there is a subgradient. */
const l1: Norm = {
  lengths: (differences) => tf.sum(tf.abs(differences), -1),
  directions: (differences) => tf.sign(differences),
};

/** Σ√(d₂ᵢ² + d₂ᵢ₊₁²): components 2i and 2i + 1 are one complex number. */
const modulus: Norm = {
  lengths: (differences) => tf.sum(moduli(asComplex(differences)), [-2, -1]),
  directions(differences) {
    const numbers = asComplex(differences);
    return tf.reshape(tf.divNoNan(numbers, moduli(numbers)), differences.shape);
  },
};

export const norms = { l1, modulus };

/** `[…, d]` → `[…, d/2, 2]` */
function asComplex(x: tf.Tensor): tf.Tensor {
  return tf.reshape(x, [...x.shape.slice(0, -1), x.shape.at(-1)! / 2, 2]);
}

function moduli(numbers: tf.Tensor): tf.Tensor {
  return tf.sqrt(tf.sum(tf.square(numbers), -1, true));
}
