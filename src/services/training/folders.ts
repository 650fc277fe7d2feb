import path from 'node:path';

/** Checkpoints and kept data of a job that has not ended. */
export function jobFolder(dataFolder: string, jobId: string): string {
  return path.join(dataFolder, 'jobs', jobId);
}

/** A finished model's files; written once, never changed. */
export function modelFolder(dataFolder: string, modelId: string): string {
  return path.join(dataFolder, 'models', modelId);
}
