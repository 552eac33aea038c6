import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { isInside } from '../files.ts';
import type { Crash } from './crash-report.ts';
import { locateMissingModule } from './locate-missing-module.ts';
import { locateTool } from './locate-tool.ts';
import { formatLocation, type LocatedError, toPath } from './source-location.ts';

/** Finds where in a project an error is, and what it means. */
export function locateError(crash: Crash, root: string): LocatedError {
  return (
    locateTransformError(crash) ??
    locateMissingModule(crash) ??
    locateToolError(crash, root) ??
    locateInvalidPackage(crash) ??
    locateInvalidFile(crash) ??
    locateByStack(crash, root)
  );
}

/** An error of the compiler that tsx uses: `/path/add.ts:3:22: ERROR: Expected …`. */
function locateTransformError({ message }: Crash): LocatedError | undefined {
  const [, file = '', line = '', text = ''] = /^(.+?):(\d+):\d+: ERROR: (.*)$/m.exec(message) ?? [];
  return file === '' ? undefined : { location: formatLocation(file, line), message: text };
}

/** A startup error names the tool, but its stack has the server that registers the tool. */
function locateToolError({ message, code = '' }: Crash, root: string): LocatedError | undefined {
  const property = propertyOf(message, code);
  const [, toolId] = /\btools? '?([A-Za-z]\w*\.\w+)/i.exec(message) ?? [];
  if (property === undefined || toolId === undefined) return undefined;
  const definition = locateTool(root, toolId, property);
  if (definition === undefined) return undefined;
  // The location shows the tool already.
  const text = message.replace(/^(?:The tool \S+ cannot be registered\.|Tool '[^']+' cannot be served:) /, '');
  return { location: formatLocation(definition.file, definition.line), message: firstLine(text) };
}

/** The property of a tool that an error is about. */
function propertyOf(message: string, code: string): string | undefined {
  if (/^TW_SCHEMA_./.test(code)) return /output schema/i.test(message) ? 'output' : 'input';
  return /^TW_TOOL_([A-Z]+)/.exec(code)?.[1]?.toLowerCase();
}

/** A message that starts with its file, as for invalid JSON: `/path/data.json: Unexpected token … (line 2 column 3)`. */
function locateInvalidFile({ message }: Crash): LocatedError | undefined {
  const [, name = '', text = ''] = /^(.+?\.\w+): (.*)/s.exec(message) ?? [];
  const file = toPath(name);
  if (file === undefined || !existsSync(file)) return undefined;
  return { location: formatLocation(file, /\(line (\d+) column/.exec(text)?.[1]), message: firstLine(text) };
}

function locateInvalidPackage({ message }: Crash): LocatedError | undefined {
  const [, name = ''] = /(?:Error parsing: |Invalid package config )"?(.+?package\.json)\b/.exec(message) ?? [];
  const file = toPath(name);
  return file === undefined
    ? undefined
    : { location: formatLocation(file, undefined), message: 'This file must be valid JSON.' };
}

function locateByStack(crash: Crash, root: string): LocatedError {
  return {
    location: syntaxErrorLocation(crash, root) ?? stackLocation(crash, root),
    message: firstLine(crash.message),
  };
}

/** Node prints the location of a syntax error above the error. It is not in the stack. */
function syntaxErrorLocation({ output, stacks: [stack = ''] }: Crash, root: string): string | undefined {
  // The stack may start with the location too.
  if (!/^SyntaxError\b/m.test(stack)) return undefined;
  const [, name = '', line] = /^(.+):(\d+)$/m.exec(output) ?? [];
  const file = toPath(name);
  return file !== undefined && isInProject(file, root) ? formatLocation(file, line) : undefined;
}

/** The first line of the project in the stack of the deepest cause that has one. */
function stackLocation({ stacks }: Crash, root: string): string | undefined {
  for (const stack of stacks.toReversed()) {
    for (const [, name = '', line] of stack.matchAll(/^ +at (?:async )?(?:.*\()?(.+?):(\d+):\d+\)?$/gm)) {
      const file = toPath(name);
      if (file !== undefined && isInProject(file, root)) return formatLocation(file, line);
    }
  }
  return undefined;
}

function isInProject(file: string, root: string): boolean {
  return isInside(root, file) && !relative(root, file).split(sep).includes('node_modules');
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}
