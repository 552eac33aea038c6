import type { JsonSchema } from '@toolwire/core';
import type { UploadRule } from '@toolwire/core/internal';
import { isObject } from '@toolwire/core/wire';
import { byteCount, checkNumber, StartupError, uploadInstructions, uploadPattern } from '@toolwire/internal';

type UploadRules = Readonly<Record<string, UploadRule>>;

const mediaRange = /^[a-z0-9!#$&^_.+-]+\/(?:\*|[a-z0-9!#$&^_.+-]+)$/;

/** Throws for rules that no file can follow. */
export function checkUploadRules(rules: UploadRules): void {
  for (const [name, { contentTypes, maxBytes }] of Object.entries(rules)) {
    if (maxBytes !== undefined) checkNumber(`uploads.${name}.maxBytes`, maxBytes, byteCount);
    if (contentTypes === undefined || areMediaRanges(contentTypes)) continue;
    throw new StartupError(
      'TW_TOOL_UPLOADS',
      `uploads.${name}.contentTypes must be a list of one or more content types in lower case, such as ['text/csv', 'image/*'].`,
    );
  }
}

function areMediaRanges(types: readonly string[]): boolean {
  return Array.isArray(types) && types.length > 0 && types.every((type: string) => mediaRange.test(type));
}

/** Adds to the schema of each parameter what to do to upload a file, so that models and clients can. */
export function addUploadFields(schema: JsonSchema, rules: UploadRules): JsonSchema {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const described = Object.entries(rules).map(([name, rule]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isObject(property)) {
      throw new StartupError(
        'TW_TOOL_UPLOADS',
        `uploads names '${name}', which is not a parameter of its input. Add a parameter of type string to the input.`,
      );
    }
    const { items, description = '' } = property;
    const added = isObject(items) ? { items: { ...items, pattern: uploadPattern } } : { pattern: uploadPattern };
    return [name, { ...property, ...added, description: `${String(description)} ${instructionsFor(rule)}`.trim() }];
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(described) } };
}

function instructionsFor({ contentTypes, maxBytes }: UploadRule): string {
  return [
    uploadInstructions,
    contentTypes === undefined ? '' : ` Content types: ${contentTypes.join(', ')}.`,
    maxBytes === undefined ? '' : ` At most ${maxBytes} bytes.`,
  ].join('');
}
