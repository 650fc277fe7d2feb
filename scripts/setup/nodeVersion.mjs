import { SetupError } from './support/errors.mjs';

/** Lines of Node that every dependency takes: 20.19 and later, 22.13 and later, 24 and later. */
export function supports(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
}

export const node = {
  name: 'node',
  title: 'Node',
  needs: [],
  found: () => (supports(process.versions.node) ? process.versions.node : undefined),
  async run() {
    throw new SetupError(
      `This is Node ${process.versions.node}; 20.19 or later, 22.13 or later, or 24 and later is needed. Install one of them.`,
    );
  },
};
