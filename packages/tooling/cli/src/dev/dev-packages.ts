import { createInspector } from '@toolwire/inspector';
import { describeForModels } from '@toolwire/models/describe';

/**
 * Packages that `toolwire dev` provides to the server, so that the inspector works without installing them. The server's process
 * loads this file from this URL when a user opens the page.
 */
export const devPackages = { address: import.meta.url, createInspector, describeForModels };
