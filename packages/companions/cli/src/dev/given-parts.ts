/**
 * What a server gets of ours while `toolwire dev` runs it, so that its page is there with nothing installed. The process of the
 * server loads this file, once somebody opens the page.
 */
export { createInspector } from '@toolwire/inspector';
export { describeForModels } from '@toolwire/models/describe';

/** Where this file is. */
export const address = import.meta.url;
