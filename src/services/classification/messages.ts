import type { TypeClassifier } from '../../models/classification/typeClassifier';
import type { PackedError } from '../../shared/calls';

/** What the process answers that was sent `TypedVectors`. */
export type FromLearner = { readonly result: TypeClassifier } | { readonly error: PackedError };
