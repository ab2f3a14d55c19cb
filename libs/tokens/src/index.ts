export {
  createTokenEstimator,
  estimator,
  type TokenEstimator,
  type TokenEstimatorOptions,
} from './estimator.ts';
