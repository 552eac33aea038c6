import type { Logger, Tool } from '@toolwire/core';
import { compatibleReleaseOf } from '@toolwire/core/internal';
import type { Filled } from '@toolwire/internal';
import { type AuthMode, markAnonymousTools } from '../auth/auth-mode.ts';
import type { ServerLimits } from '../server-limits.ts';
import type { ToolServerOptions } from '../tool-server-options.ts';
import { compileTool } from './compile-tool.ts';
import { createPortabilityWarning, type WarnOfRelease, warnOfUndescribed } from './start-up-warnings.ts';
import { toolDefinitionsIn } from './tool-definitions.ts';

/** What the compiler takes from the server. */
export interface ToolCompilerOptions {
  readonly options: ToolServerOptions;
  readonly limits: Pick<Filled<ServerLimits>, 'outputBytes' | 'patternLength'>;
  readonly authMode: AuthMode;
  readonly warnOfRelease: WarnOfRelease;
  readonly logger: Logger;
}

/** Returns a function that compiles a list of tools and toolkits, and logs what their authors should look at. */
export function createToolCompiler({
  options: { validator, converters, strict, rejectedValues, portability },
  limits: { outputBytes, patternLength },
  authMode,
  warnOfRelease,
  logger,
}: ToolCompilerOptions): (tools: ToolServerOptions['tools']) => readonly Tool[] {
  const warnOfPortability = portability === 'off' ? undefined : createPortabilityWarning(logger);
  const compileOptions = { validator, converters, strict, rejectedValues, outputBytes, patternLength, logger };
  return (tools) => {
    const undescribed = new Map<string, readonly string[]>();
    const reportUndescribed = (toolId: string, names: readonly string[]): void => {
      undescribed.set(toolId, names);
    };
    const compiled = toolDefinitionsIn(tools).map((definition) => {
      warnOfRelease(`The tool '${definition.id}'`, compatibleReleaseOf(definition));
      return compileTool(definition, { ...compileOptions, reportUndescribed });
    });
    warnOfUndescribed(undescribed, logger);
    warnOfPortability?.(compiled);
    return markAnonymousTools(compiled, authMode, logger);
  };
}
