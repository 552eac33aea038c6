import { toolName } from './tool-names.ts';

/** The tool of every server with uploads: it returns the URL for the bytes of a file. */
export const uploadToolId = 'Files.CreateUpload';

/** The pattern of a parameter that takes an uploaded file. Clients recognize the parameter by it. */
export const uploadPattern = '^upload:[A-Za-z0-9_-]+$';

/**
 * How a model or a program uploads the file of a parameter, in the description of the parameter. Clients of Arcade, which has no
 * patterns, recognize the parameter by it.
 */
export const uploadInstructions: string = `An uploaded file: call ${toolName(uploadToolId)} first, send the bytes to the url that it returns, and pass its file here, such as upload:….`;
