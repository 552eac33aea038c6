import { createInspector } from '@toolwire/inspector';
import { describeForModels } from '@toolwire/models/describe';

/**
 * What a server gets of ours while `toolwire dev` runs it, so that its page is there with nothing installed: its process loads
 * this file, which is at this address, once somebody opens the page.
 */
export const givenParts = { address: import.meta.url, createInspector, describeForModels };
