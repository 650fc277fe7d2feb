import { defaultModelId } from '../graph/catalogue';
import { chooseDefault, retireModel } from '../graph/catalogueChanges';
import type { Database } from '../graph/database';
import type { ModelRecord } from '../graph/models';
import { cleanText } from '../shared/text';
import type { ModelService } from './models';
import { clearAway } from './models/clearing';

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
    const model = await this.db.transaction('WRITE', (run) =>
      chooseDefault(run, cleanText('model', nameOrId)),
    );
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
    const model = await this.db.transaction('WRITE', (run) => retireModel(run, cleanText('model', nameOrId)));
    await this.models.catchUp();
    await clearAway(this.db, this.dataFolder, model);
    return model;
  }
}
