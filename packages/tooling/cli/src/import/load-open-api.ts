import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isObject } from '@toolwire/internal';
import { failure } from '../cli-error.ts';

export type OpenApiSource = typeof import('@toolwire/openapi/source');

// A variable, so that the build leaves the package out of this one.
const entryPoint = '@toolwire/openapi/source';

const missingCodes: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED']);

/** Loads `@toolwire/openapi`, installed next to this package or in the project. */
export async function loadOpenApi(): Promise<OpenApiSource> {
  try {
    return (await import(entryPoint)) as OpenApiSource;
  } catch (thrown) {
    // Missing, or a version without this entry.
    const isMissing = isObject(thrown) && missingCodes.has(thrown['code']);
    if (!isMissing) throw thrown;
    return loadFromProject();
  }
}

async function loadFromProject(): Promise<OpenApiSource> {
  let path: string;
  try {
    path = createRequire(join(process.cwd(), 'package.json')).resolve(entryPoint);
  } catch {
    // The project doesn't have it, or has a version without this entry.
    throw failure('toolwire import needs @toolwire/openapi. Install it: npm install @toolwire/openapi');
  }
  return (await import(pathToFileURL(path).href)) as OpenApiSource;
}
