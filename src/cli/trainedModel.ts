import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadSettings } from '../config';
import { modelFolder } from '../services/training/folders';

/** The folder of a trained model, which is named by the folder itself or by its id, as be-bow@1. */
export function folderOfModel(model: string): string {
  const isFolder = existsSync(path.join(model, 'model.json'));
  return isFolder ? model : modelFolder(loadSettings().KINDRED_DATA, model);
}
