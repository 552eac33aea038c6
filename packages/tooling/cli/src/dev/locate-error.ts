import { existsSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isModuleNotFound } from '@toolwire/internal';
import type { Crash } from './crash.ts';
import { locateTool } from './locate-tool.ts';

/** An error as one sentence, and its location in the project. */
export interface LocatedError {
  /** The file and the line, such as `src/add.ts:4`. */
  readonly location: string | undefined;
  readonly message: string;
}

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

function locateMissingModule(crash: Crash): LocatedError | undefined {
  if (!isModuleNotFound(crash)) return undefined;
  const { message } = crash;
  const [, name = ''] = /Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  const [, from = ''] = /(?:imported from |Require stack:\n- )(.+)/.exec(message) ?? [];
  const file = toPath(from);
  if (name === '' || file === undefined) return undefined;
  const target = toPath(name);
  const importedName = target === undefined ? name : basename(target);
  const importLine = findImport(file, importedName);
  const isPackage = target === undefined && !name.startsWith('.');
  return {
    location: formatLocation(file, importLine?.line),
    message: isPackage
      ? `Package '${packageNameOf(name)}' is not installed. Run: npm install ${packageNameOf(name)}`
      : `The imported file '${importLine?.specifier ?? importedName}' does not exist.`,
  };
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The line of a file that imports a module. */
function findImport(file: string, name: string): { readonly line: number; readonly specifier: string } | undefined {
  if (!existsSync(file)) return undefined;
  const stem = name.replace(/\.\w+$/, '');
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const specifier = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/.exec(text)?.[1];
    if (specifier?.includes(stem) === true) return { line: index + 1, specifier };
  }
  return undefined;
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
    for (const [, name = '', line] of stack.matchAll(/^ +at (?:.*\()?(.+?):(\d+):\d+\)?$/gm)) {
      const file = toPath(name);
      if (file !== undefined && isInProject(file, root)) return formatLocation(file, line);
    }
  }
  return undefined;
}

function isInProject(file: string, root: string): boolean {
  const inner = relative(root, file);
  return !inner.startsWith('..') && !isAbsolute(inner) && !inner.split(sep).includes('node_modules');
}

function toPath(name: string): string | undefined {
  const [text = ''] = name.trim().split('?');
  if (!text.startsWith('file:')) return isAbsolute(text) ? text : undefined;
  try {
    return fileURLToPath(text);
  } catch {
    // It names another machine, or is not a valid URL.
    return undefined;
  }
}

function formatLocation(file: string, line: string | number | undefined): string {
  const name = relative(process.cwd(), file);
  return line === undefined ? name : `${name}:${line}`;
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}
