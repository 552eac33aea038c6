import type { Logger, Tool } from '@toolwire/core';
import { releaseLineOf } from '@toolwire/core/internal';
import type { Filled } from '@toolwire/internal';
import { type AuthMode, markAnonymousTools } from '../auth/auth-mode.ts';
import { createMissingKeysWarning } from '../confirm/confirm-options.ts';
import type { ServerLimits } from '../server-limits.ts';
import type { ToolServerOptions } from '../tool-server-options.ts';
import { createUploadTool } from '../uploads/upload-tool.ts';
import { compileTool } from './compile-tool.ts';
import { createPortabilityWarning, type WarnOfReleaseLine, warnOfUndescribed } from './startup-warnings.ts';
import { toolDefinitionsIn } from './tool-definitions.ts';

/** Options of `createToolCompiler()`. */
export interface ToolCompilerOptions {
  readonly options: ToolServerOptions;
  readonly limits: Pick<Filled<ServerLimits>, 'outputBytes' | 'patternLength'>;
  readonly authMode: AuthMode;
  readonly warnOfReleaseLine: WarnOfReleaseLine;
  readonly logger: Logger;
}

/** Returns a function that compiles a list of tools and toolkits, and logs what their authors should look at. */
export function createToolCompiler({
  options: { validator, converters, strict, rejectedValues, portability, artifacts, confirm },
  limits: { outputBytes, patternLength },
  authMode,
  warnOfReleaseLine,
  logger,
}: ToolCompilerOptions): (tools: ToolServerOptions['tools']) => readonly Tool[] {
  const warnOfPortability = portability === 'off' ? undefined : createPortabilityWarning(logger);
  const warnOfMissingKeys = createMissingKeysWarning(confirm, logger);
  const uploads = artifacts?.store.uploads;
  const hasUploads = uploads !== undefined;
  const compileOptions = {
    hasUploads,
    validator,
    converters,
    strict,
    rejectedValues,
    outputBytes,
    patternLength,
    logger,
  };
  return (tools) => {
    const undescribed = new Map<string, readonly string[]>();
    const reportUndescribed = (toolId: string, names: readonly string[]): void => {
      undescribed.set(toolId, names);
    };
    const definitions = toolDefinitionsIn(tools);
    const needsUploadTool = uploads !== undefined && definitions.some((definition) => definition.uploads !== undefined);
    const served = needsUploadTool ? [...definitions, createUploadTool(uploads)] : definitions;
    const compiled = served.map((definition) => {
      warnOfReleaseLine(`The tool '${definition.id}'`, releaseLineOf(definition));
      return compileTool(definition, { ...compileOptions, reportUndescribed });
    });
    warnOfUndescribed(undescribed, logger);
    warnOfPortability?.(compiled);
    warnOfMissingKeys(compiled);
    return markAnonymousTools(compiled, authMode, logger);
  };
}
