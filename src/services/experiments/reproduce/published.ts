/** Names under which the paper's tables have the graphs. */
export const datasets = ['wn18rr', 'fb15k-237'] as const;

export type DatasetName = (typeof datasets)[number];

/** MRR, H@1, H@3, H@10; filtered. A figure that the paper does not give is missing. */
export type Published = readonly [mrr: number, hits1?: number, hits3?: number, hits10?: number];

type Rows = Readonly<Record<string, Readonly<Record<DatasetName, Published>>>>;

/** Table 3 of Daza et al. 2021: links of entities that training has not seen. */
export const inductive: Rows = {
  'glove-bow': { wn18rr: [0.17, 0.055, 0.215, 0.405], 'fb15k-237': [0.172, 0.099, 0.188, 0.316] },
  'be-bow': { wn18rr: [0.18, 0.045, 0.244, 0.45], 'fb15k-237': [0.173, 0.103, 0.184, 0.316] },
  'glove-dkrl': { wn18rr: [0.115, 0.031, 0.141, 0.282], 'fb15k-237': [0.112, 0.062, 0.111, 0.211] },
  'be-dkrl': { wn18rr: [0.139, 0.048, 0.169, 0.32], 'fb15k-237': [0.144, 0.084, 0.151, 0.263] },
  'blp-transe': { wn18rr: [0.285, 0.135, 0.361, 0.58], 'fb15k-237': [0.195, 0.113, 0.213, 0.363] },
  'blp-distmult': { wn18rr: [0.248, 0.135, 0.288, 0.481], 'fb15k-237': [0.146, 0.076, 0.156, 0.286] },
  'blp-complex': { wn18rr: [0.261, 0.156, 0.297, 0.472], 'fb15k-237': [0.148, 0.081, 0.154, 0.283] },
  'blp-simple': { wn18rr: [0.239, 0.144, 0.265, 0.435], 'fb15k-237': [0.144, 0.077, 0.152, 0.274] },
};

/** Table 7 of the same: links between known entities. */
export const transductive: Rows = {
  transe: { wn18rr: [0.226, undefined, undefined, 0.501], 'fb15k-237': [0.294, undefined, undefined, 0.465] },
  distmult: { wn18rr: [0.43, 0.39, 0.44, 0.49], 'fb15k-237': [0.241, 0.155, 0.263, 0.419] },
  complex: { wn18rr: [0.44, 0.41, 0.46, 0.51], 'fb15k-237': [0.247, 0.158, 0.275, 0.428] },
  rotate: { wn18rr: [0.476, 0.428, 0.492, 0.571], 'fb15k-237': [0.338, 0.241, 0.375, 0.533] },
  'kg-bert': { wn18rr: [0.242, 0.11, 0.28, 0.524], 'fb15k-237': [0.236, 0.145, 0.258, 0.42] },
  'be-bow': { wn18rr: [0.193, 0.039, 0.265, 0.503], 'fb15k-237': [0.232, 0.152, 0.25, 0.394] },
  'be-dkrl': { wn18rr: [0.222, 0.047, 0.323, 0.558], 'fb15k-237': [0.215, 0.135, 0.231, 0.379] },
  'bert-transe': { wn18rr: [0.325, 0.144, 0.431, 0.679], 'fb15k-237': [0.235, 0.15, 0.253, 0.411] },
  'bert-distmult': { wn18rr: [0.314, 0.182, 0.37, 0.581], 'fb15k-237': [0.21, 0.13, 0.222, 0.377] },
};
