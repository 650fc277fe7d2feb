import type { TripleModel } from './relationModel';

/**
 * The logit of "this is true" that BERT reads from `[CLS] head [SEP] relation [SEP] tail [SEP]`. Source: Yao et al. 2019
 * (KG-BERT), section 3.2, whose softmax over two classes is the sigmoid of one logit. As there, the relation's tokens
 * are of segment type 1; other than there, no pooling layer stands between `[CLS]` and the logit.
 */
export const kgBert: TripleModel = { queryOf: 'none' };
