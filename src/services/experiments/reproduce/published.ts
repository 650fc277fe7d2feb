/** Names under which the paper's tables have the graphs. */
export const datasets = ['wn18rr', 'fb15k-237'] as const;

export type DatasetName = (typeof datasets)[number];

/** Figures by name. One that the paper does not give is missing. */
export type Published = Readonly<Record<string, number>>;

/** By system and graph. */
export type PublishedTable = Readonly<Record<string, Readonly<Record<DatasetName, Published>>>>;

type Links = readonly [mrr: number, hits1?: number, hits3?: number, hits10?: number];
type Classes = readonly [raw: number, balanced: number];

/** Of link prediction, filtered. */
export const linkFigures = ['mrr', 'hits@1', 'hits@3', 'hits@10'] as const;

/** Of classification; the paper gives them in percent. */
export const classFigures = ['accuracy', 'balanced accuracy'] as const;

/** Table 3 of Daza et al. 2021: links of entities that training has not seen. */
export const inductive = named(linkFigures, {
  'glove-bow': { wn18rr: [0.17, 0.055, 0.215, 0.405], 'fb15k-237': [0.172, 0.099, 0.188, 0.316] },
  'be-bow': { wn18rr: [0.18, 0.045, 0.244, 0.45], 'fb15k-237': [0.173, 0.103, 0.184, 0.316] },
  'glove-dkrl': { wn18rr: [0.115, 0.031, 0.141, 0.282], 'fb15k-237': [0.112, 0.062, 0.111, 0.211] },
  'be-dkrl': { wn18rr: [0.139, 0.048, 0.169, 0.32], 'fb15k-237': [0.144, 0.084, 0.151, 0.263] },
  'blp-transe': { wn18rr: [0.285, 0.135, 0.361, 0.58], 'fb15k-237': [0.195, 0.113, 0.213, 0.363] },
  'blp-distmult': { wn18rr: [0.248, 0.135, 0.288, 0.481], 'fb15k-237': [0.146, 0.076, 0.156, 0.286] },
  'blp-complex': { wn18rr: [0.261, 0.156, 0.297, 0.472], 'fb15k-237': [0.148, 0.081, 0.154, 0.283] },
  'blp-simple': { wn18rr: [0.239, 0.144, 0.265, 0.435], 'fb15k-237': [0.144, 0.077, 0.152, 0.274] },
} satisfies Given<Links>);

/** Table 7 of the same: links between known entities. */
export const transductive = named(linkFigures, {
  transe: { wn18rr: [0.226, undefined, undefined, 0.501], 'fb15k-237': [0.294, undefined, undefined, 0.465] },
  distmult: { wn18rr: [0.43, 0.39, 0.44, 0.49], 'fb15k-237': [0.241, 0.155, 0.263, 0.419] },
  complex: { wn18rr: [0.44, 0.41, 0.46, 0.51], 'fb15k-237': [0.247, 0.158, 0.275, 0.428] },
  rotate: { wn18rr: [0.476, 0.428, 0.492, 0.571], 'fb15k-237': [0.338, 0.241, 0.375, 0.533] },
  'kg-bert': { wn18rr: [0.242, 0.11, 0.28, 0.524], 'fb15k-237': [0.236, 0.145, 0.258, 0.42] },
  'be-bow': { wn18rr: [0.193, 0.039, 0.265, 0.503], 'fb15k-237': [0.232, 0.152, 0.25, 0.394] },
  'be-dkrl': { wn18rr: [0.222, 0.047, 0.323, 0.558], 'fb15k-237': [0.215, 0.135, 0.231, 0.379] },
  'bert-transe': { wn18rr: [0.325, 0.144, 0.431, 0.679], 'fb15k-237': [0.235, 0.15, 0.253, 0.411] },
  'bert-distmult': { wn18rr: [0.314, 0.182, 0.37, 0.581], 'fb15k-237': [0.21, 0.13, 0.222, 0.377] },
} satisfies Given<Links>);

/** Table 4 of the same: classes of entities that training has not seen. */
export const classification = named(classFigures, {
  'glove-avg': { wn18rr: [0.903, 0.553], 'fb15k-237': [0.82, 0.35] },
  'be-avg': { wn18rr: [0.927, 0.621], 'fb15k-237': [0.824, 0.394] },
  'sentence-encoder': { wn18rr: [0.963, 0.665], 'fb15k-237': [0.845, 0.366] },
  'glove-bow': { wn18rr: [0.915, 0.56], 'fb15k-237': [0.829, 0.344] },
  'be-bow': { wn18rr: [0.933, 0.607], 'fb15k-237': [0.831, 0.283] },
  'glove-dkrl': { wn18rr: [0.912, 0.555], 'fb15k-237': [0.811, 0.266] },
  'be-dkrl': { wn18rr: [0.9, 0.488], 'fb15k-237': [0.816, 0.309] },
  'blp-transe': { wn18rr: [0.991, 0.815], 'fb15k-237': [0.854, 0.425] },
  'blp-distmult': { wn18rr: [0.995, 0.785], 'fb15k-237': [0.843, 0.41] },
  'blp-complex': { wn18rr: [0.993, 0.781], 'fb15k-237': [0.851, 0.381] },
  'blp-simple': { wn18rr: [0.992, 0.83], 'fb15k-237': [0.858, 0.457] },
} satisfies Given<Classes>);

type Given<Row> = Readonly<Record<string, Readonly<Record<DatasetName, Row>>>>;

function named(names: readonly string[], systems: Given<readonly (number | undefined)[]>): PublishedTable {
  const figures = (values: readonly (number | undefined)[]): Published =>
    Object.fromEntries(names.flatMap((name, i) => (values[i] === undefined ? [] : [[name, values[i]]])));
  return Object.fromEntries(
    Object.entries(systems).map(([system, given]) => [
      system,
      { wn18rr: figures(given.wn18rr), 'fb15k-237': figures(given['fb15k-237']) },
    ]),
  );
}
