import { cutText } from '@toolwire/internal';
import { fieldKindOf, fieldTypeOf, resolveSchema, variantsOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { isFields, isList, type Json, wordOf } from '../json.ts';
import { nameOf, withoutDescriptionOf } from '../schema/kinds.ts';
import type { Schema } from '../tool.ts';
import { Text } from './text.tsx';

interface BranchProps {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly root: Schema;
  readonly isRequired: boolean;
  readonly depth: number;
}

const deepest = 8;

/** A schema as a list of properties with types and descriptions. */
export function SchemaTree({ schema, name }: { readonly schema: Schema; readonly name: string }): VNode {
  return (
    <ul class="tree">
      <Branch name={name} schema={schema} root={schema} isRequired={false} depth={0} />
    </ul>
  );
}

function Branch({ name, schema, root, isRequired, depth }: BranchProps): VNode {
  const resolved = resolveSchema(schema, root);
  const children = depth < deepest ? childrenOf(resolved, root) : [];
  const { description } = resolved;
  return (
    <li>
      <code>
        <Text text={name} most={100} />
      </code>{' '}
      <span class="hint">
        {typeWords(resolved, root)}
        {isRequired && ', required'}
      </span>
      {typeof description === 'string' && (
        <>
          {' '}
          <Text text={description} most={500} />
        </>
      )}
      {children.length > 0 && (
        <ul>
          {children.map((child, index) => (
            <Branch key={index} {...child} root={root} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

function typeWords(schema: Parameters<typeof nameOf>[0], root: Schema): string {
  const kind = fieldKindOf(schema, root);
  if (kind === 'variants') return 'one of';
  if (kind === 'choice') return cutText(nameOf({ ...schema, title: null }, root), 200);
  return [fieldTypeOf(schema) ?? 'any JSON', typeof schema['format'] === 'string' ? schema['format'] : '']
    .filter((word) => word !== '')
    .join(', ');
}

function childrenOf(
  schema: Parameters<typeof nameOf>[0],
  root: Schema,
): readonly Omit<BranchProps, 'root' | 'depth'>[] {
  const variants = variantsOf(schema, root);
  if (variants.length > 0) {
    return variants.map((one, index) => ({
      name: `${index + 1}`,
      schema: withoutDescriptionOf(schema, one),
      isRequired: false,
    }));
  }
  const { properties, required, items, prefixItems, additionalProperties } = schema;
  const names = isList(required) ? required.map(wordOf) : [];
  return [
    ...Object.entries(isFields(properties) ? properties : {}).map(([name, one]) => ({
      name,
      schema: one,
      isRequired: names.includes(name),
    })),
    ...(isList(prefixItems)
      ? prefixItems.map((one, index) => ({ name: `${index + 1}`, schema: one, isRequired: true }))
      : []),
    ...(isFields(items) ? [{ name: 'each', schema: items, isRequired: false }] : []),
    ...(isFields(additionalProperties)
      ? [{ name: 'each entry', schema: additionalProperties, isRequired: false }]
      : []),
  ];
}
