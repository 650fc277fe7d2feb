import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { loadSettings } from '../config';
import { holdsModel } from '../models/blp/modelFolder';
import { holdsCheckpoint } from '../models/training/checkpoint';
import { modelFolder } from '../services/training/folders';
import { badInput, quoted } from '../shared/errors';
import { nearestSpelling } from '../shared/spelling';

/** A model's name, "@" and version; nothing that leads out of the folder of models. */
const id = /^[a-z][a-z0-9-]*@\d+$/;

/**
 * The folder of a trained model, which is named by the folder itself, by its id, as be-bow@1, or by its name, which means
 * the newest that is finished.
 *
 * @throws BAD_INPUT where there is no finished model, saying which there are or how to finish it
 */
export function folderOfModel(model: string): string {
  if (model !== '' && holdsModel(model)) return model;
  const { KINDRED_DATA } = loadSettings();
  const folder = path.join(KINDRED_DATA, 'models');
  const own = modelFolder(KINDRED_DATA, model);
  if (id.test(model) && holdsModel(own)) return own;
  if (model !== '' && holdsCheckpoint(model)) {
    throw badInput(
      `${model} holds a training that has not finished. Run the same \`kindred train\` command again, with ` +
        `\`--out ${model}\`: it goes on from its last checkpoint.`,
    );
  }
  const ids = idsIn(folder);
  const newest = versionsOf(model, ids).at(-1);
  if (newest !== undefined) return modelFolder(KINDRED_DATA, newest);
  const what = existsSync(model) ? 'which is there but has no model.json' : 'where nothing is';
  throw badInput(
    `--model: expected the folder of a finished model, or the name or id of one in ${folder}; ` +
      `came ${quoted(model)}, ${what}. ${known(model, ids)}`,
  );
}

function idsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => id.test(name) && holdsModel(path.join(folder, name)));
}

/** The newest last. */
function versionsOf(name: string, ids: readonly string[]): string[] {
  const version = (each: string) => Number(each.slice(each.lastIndexOf('@') + 1));
  return ids.filter((each) => each.startsWith(`${name}@`)).sort((a, b) => version(a) - version(b));
}

function known(model: string, ids: readonly string[]): string {
  if (ids.length > 0) return `Ids there are: ${nearestSpelling(model, ids).slice(0, 10).join(', ')}.`;
  return 'There are no models there yet; `kindred train` makes one.';
}
