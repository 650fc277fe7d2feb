import type { Services } from '../services';
import type { Actor } from './access/roles';
import { createLoaders, type Loaders } from './loaders';

/** What resolvers have at hand during one request. */
export class ApiContext {
  loaders: Loaders;

  constructor(
    readonly services: Services,
    readonly actor: Actor,
  ) {
    this.loaders = createLoaders(services);
  }

  /** Forget what was read, for what follows a change: the mutations of a request run one after another. */
  renewLoaders(): void {
    this.loaders = createLoaders(this.services);
  }
}
