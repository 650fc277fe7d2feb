import { tf } from '../backend';
import { Cholesky } from './cholesky';
import { type Curvature, Diagonal } from './curvature';
import type { Evaluation, Objective } from './lbfgs';
import { type Link, sigmoid, softmax } from './link';
import { add, products, squares, values } from './products';

/** Rows multiplied at once: their scores and features stay in the cache. */
const blockRows = 4096;

/** Rows that weigh less than this share of the mean in a class's Hessian count there as if they weighed that much. */
const leastShare = 0.1;

/** Where every probability is near 0 or 1, the preconditioner still has some curvature. */
const leastCurvature = 1e-7;

/** What float32 sums may take from the diagonal of a matrix whose columns depend on each other. */
const rounding = 1e-5;

/** Some rows, and the classes of each. */
interface Block {
  /** `[rows, dimension + 1]`, the last column all ones */
  readonly features: tf.Tensor2D;
  readonly answers: readonly (readonly number[])[];
}

/**
 * The logistic loss of a linear classifier with L2: Σᵢ −log p(yᵢ | xᵢ) + λ/2 ‖W‖², as a function of the parameters
 * `[classes, dimension + 1]`, each class's intercept last and not penalised.
 *
 * Products run in float32 on the backend; they are added up in double precision.
 */
export class LogisticLoss implements Objective {
  private readonly blocks: Block[] = [];
  private readonly rows: number;
  private readonly width: number;
  /** XᵀX, `[dimension + 1, dimension + 1]` */
  private readonly products: Float64Array;
  /** of each class: stands for its block of the Hessian */
  private hessians: readonly Curvature[];

  /**
   * @param centred `[rows, dimension + 1]`, row-major, the last column all ones
   * @param answers the classes of each row; exactly one with `softmax`
   * @param rough   whether the Hessian's diagonal stands for it: the way is longer, but each step costs little, where
   *                the whole takes the third power of the dimension for each class
   */
  constructor(
    private readonly link: Link,
    private readonly classes: number,
    private readonly l2: number,
    centred: Float32Array,
    answers: readonly (readonly number[])[],
    private readonly rough = false,
  ) {
    this.rows = answers.length;
    const width = (this.width = centred.length / answers.length);
    for (let start = 0; start < answers.length; start += blockRows) {
      const own = answers.slice(start, start + blockRows);
      const values = centred.subarray(start * width, (start + own.length) * width);
      this.blocks.push({ answers: own, features: tf.tensor2d(values, [own.length, width]) });
    }
    // No Hessian exceeds this bound (Böhning, "Multinomial logistic regression algorithm", 1992).
    const most = link === 'softmax' ? 0.5 : 0.25;
    this.products = new Float64Array(rough ? 0 : width * width);
    if (!rough) for (const { features } of this.blocks) add(this.products, products(features));
    const bound = rough
      ? new Diagonal(squares(centred, width).map((sum, i) => most * sum + (i < width - 1 ? l2 : 0)))
      : this.factorise(this.products.map((value) => value * most));
    this.hessians = Array.from({ length: classes }, () => bound);
  }

  evaluate(parameters: Float64Array): Evaluation {
    const { classes, l2 } = this;
    const gradient = new Float64Array(parameters.length);
    let value = 0;
    this.forEachBlock(parameters, ({ features, answers }, scores) => {
      value += this.residuals(scores, answers);
      add(
        gradient,
        values(() => tf.matMul(tf.tensor2d(scores, [answers.length, classes]), features, true)),
      );
    });
    for (let i = 0; i < parameters.length; i++) {
      if (this.isIntercept(i)) continue;
      value += (l2 / 2) * parameters[i]! ** 2;
      gradient[i]! += l2 * parameters[i]!;
    }
    return { value, gradient };
  }

  /**
   * About the diagonal blocks of the Hessian, one a class: Σᵢ p(1 − p) x xᵀ + λ. With `sigmoid` there is nothing outside
   * them; with `softmax`, where adding the same to the scores of all classes changes nothing, vectors stay without such
   * a part.
   */
  renewPreconditioner(parameters: Float64Array): void {
    if (this.rough) return;
    const { classes } = this;
    const least = new Float64Array(classes);
    this.forEachBlock(parameters, (block, scores) => {
      this.curvatures(scores, block.answers);
      for (let i = 0; i < scores.length; i++) least[i % classes]! += (leastShare * scores[i]!) / this.rows;
    });
    const sums = Array.from(least, (curvature, c) => {
      const own = (least[c] = Math.max(curvature, leastCurvature));
      return this.products.map((value) => value * own);
    });
    this.forEachBlock(parameters, ({ features, answers }, scores) => {
      this.curvatures(scores, answers);
      sums.forEach((sum, c) => {
        const [rows, roots]: [number[], number[]] = [[], []];
        for (let row = 0; row < answers.length; row++) {
          const more = scores[row * classes + c]! - least[c]!;
          if (more <= 0) continue;
          rows.push(row);
          roots.push(Math.sqrt(more));
        }
        if (rows.length > 0) add(sum, products(features, rows, roots));
      });
    });
    this.hessians = sums.map((sum) => this.factorise(sum));
  }

  precondition(vector: Float64Array): void {
    const { classes, width } = this;
    this.hessians.forEach((hessian, c) => hessian.solve(vector.subarray(c * width, (c + 1) * width)));
    if (this.link === 'sigmoid') return;
    for (let i = 0; i < width; i++) {
      let sum = 0;
      for (let c = 0; c < classes; c++) sum += vector[c * width + i]!;
      for (let c = 0; c < classes; c++) vector[c * width + i]! -= sum / classes;
    }
  }

  dispose(): void {
    for (const { features } of this.blocks) features.dispose();
  }

  /** Turn scores `[rows, classes]` into p(1 − p), in place. */
  private curvatures(scores: Float32Array, answers: Block['answers']): void {
    this.residuals(scores, answers);
    answers.forEach((own, row) => {
      for (const answer of own) scores[row * this.classes + answer]! += 1;
    });
    for (let i = 0; i < scores.length; i++) scores[i]! *= 1 - scores[i]!;
  }

  /** XᵀDX, scaled as a Hessian's part is, with λ; in place. */
  private factorise(matrix: Float64Array): Cholesky {
    for (let i = 0; i < this.width; i++) {
      matrix[i * (this.width + 1)]! *= 1 + rounding;
      if (!this.isIntercept(i)) matrix[i * (this.width + 1)]! += this.l2;
    }
    return new Cholesky(matrix, this.width);
  }

  /** @param work given the scores `[rows, classes]` of each block */
  private forEachBlock(parameters: Float64Array, work: (block: Block, scores: Float32Array) => void): void {
    const weights = tf.tensor2d(Float32Array.from(parameters), [this.classes, this.width]);
    for (const block of this.blocks) {
      work(
        block,
        values(() => tf.matMul(block.features, weights, false, true)),
      );
    }
    weights.dispose();
  }

  /** Turn scores `[rows, classes]` into probabilities minus truth, in place. Returns the loss. */
  private residuals(scores: Float32Array, answers: readonly (readonly number[])[]): number {
    const { link, classes } = this;
    let loss = 0;
    answers.forEach((own, row) => {
      const at = row * classes;
      for (const answer of own) loss -= scores[at + answer]!;
      loss += (link === 'softmax' ? softmax : sigmoid)(scores, at, at + classes);
      for (const answer of own) scores[at + answer]! -= 1;
    });
    return loss;
  }

  private isIntercept(index: number): boolean {
    return index % this.width === this.width - 1;
  }
}
