export { type Classifier, mostProbable, probabilities } from './classifier';
export { type Examples, type Fit, fitLogisticRegression, type FitOptions } from './logisticRegression';
export { coefficients, selectClassifier, type Selection, type Trial } from './selection';
