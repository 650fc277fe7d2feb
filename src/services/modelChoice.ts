import { rm } from 'node:fs/promises';
import { defaultModelId } from '../graph/catalogue';
import { chooseDefault, retireModel } from '../graph/catalogueChanges';
import type { Database } from '../graph/database';
import type { ModelRecord } from '../graph/models';
import type { ModelService } from './models';
import { clearAway } from './models/clearing';
import { modelFolder } from './training/folders';

/** Which models serve, and which of them answers when none is named. */
export class ModelChoiceService {
  constructor(
    private readonly db: Database,
    private readonly models: ModelService,
    private readonly dataFolder: string,
  ) {}

  /** Id of the model that answers when none is named, as the store has it now; undefined where none is current. */
  defaultId(): Promise<string | undefined> {
    return defaultModelId(this.db);
  }

  /**
   * Let a model answer when none is named, and each later version of its name.
   *
   * @param nameOrId of a current model
   * @throws NOT_FOUND; CONFLICT where it is not current
   */
  async setDefault(nameOrId: string): Promise<ModelRecord> {
    const model = await this.db.transaction('WRITE', (run) => chooseDefault(run, nameOrId));
    await this.models.catchUp();
    return model;
  }

  /**
   * End a model's service and remove its vectors and files. Where it was the default, the model that became current
   * last answers again.
   *
   * @param nameOrId of a current model
   * @throws NOT_FOUND; CONFLICT where it is not current, or the job that trained it has not ended
   */
  async retire(nameOrId: string): Promise<ModelRecord> {
    const model = await this.db.transaction('WRITE', (run) => retireModel(run, nameOrId));
    await this.models.catchUp();
    await clearAway(this.db, model);
    await rm(modelFolder(this.dataFolder, model.id), { recursive: true, force: true });
    return model;
  }
}
