/** What stands in the way and what to do about it, for the user's eyes; never shown with a stack. */
export class SetupError extends Error {}

export class MissingTool extends SetupError {}
