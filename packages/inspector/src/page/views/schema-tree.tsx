import { fieldKindOf, fieldTypeOf, resolveSchema, variantsOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import type { Schema, ToolState } from '../../server-state.ts';
import { isFields, isList, type Json, type JsonFields, wordOf } from '../json.ts';
import { variantLabel, withoutDescriptionOf } from '../schema/variants.ts';
import { formSchemaOf } from '../tools.ts';
import { Text } from './text.tsx';

interface BranchProps {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly root: Schema;
  readonly isRequired: boolean;
  readonly depth: number;
}

const maxDepth = 8;

/** The input and the output of a tool as trees. */
export function InputAndOutput({ tool }: { readonly tool: ToolState }): VNode {
  return (
    <>
      <SchemaTree schema={formSchemaOf(tool)} name="input" />
      {tool.outputSchema === null ? (
        <p class="hint">No output.</p>
      ) : (
        <SchemaTree schema={tool.outputSchema} name="output" />
      )}
    </>
  );
}

/** A schema as a list of properties with types and descriptions. */
function SchemaTree({ schema, name }: { readonly schema: Schema; readonly name: string }): VNode {
  return (
    <ul class="tree">
      <Branch name={name} schema={schema} root={schema} isRequired={false} depth={0} />
    </ul>
  );
}

function Branch({ name, schema, root, isRequired, depth }: BranchProps): VNode {
  const resolved = resolveSchema(schema, root);
  const children = depth < maxDepth ? childrenOf(resolved, root) : [];
  const { description } = resolved;
  return (
    <li>
      <code>
        <Text text={name} maxLength={100} />
      </code>{' '}
      <span class="hint">
        <Text text={typeText(resolved, root)} maxLength={200} />
        {isRequired && ', required'}
      </span>
      {typeof description === 'string' && (
        <>
          {' '}
          <Text text={description} maxLength={500} />
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

function typeText(schema: JsonFields, root: Schema): string {
  const kind = fieldKindOf(schema, root);
  if (kind === 'variants') return 'one of';
  if (kind === 'choice') return variantLabel({ ...schema, title: null }, root);
  const type = fieldTypeOf(schema) ?? 'any JSON';
  return typeof schema['format'] === 'string' ? `${type}, ${schema['format']}` : type;
}

type Child = Pick<BranchProps, 'name' | 'schema' | 'isRequired'>;

function childrenOf(schema: JsonFields, root: Schema): readonly Child[] {
  const variants = variantsOf(schema, root);
  if (variants.length > 0) {
    return variants.map((variant, index) => ({
      name: `${index + 1}`,
      schema: withoutDescriptionOf(schema, variant),
      isRequired: false,
    }));
  }
  const { properties, required, items, prefixItems, additionalProperties } = schema;
  const requiredNames = isList(required) ? required.map(wordOf) : [];
  const children: Child[] = [];
  for (const [name, property] of Object.entries(isFields(properties) ? properties : {})) {
    children.push({ name, schema: property, isRequired: requiredNames.includes(name) });
  }
  for (const [index, item] of (isList(prefixItems) ? prefixItems : []).entries()) {
    children.push({ name: `${index + 1}`, schema: item, isRequired: true });
  }
  if (isFields(items)) children.push({ name: 'each', schema: items, isRequired: false });
  if (isFields(additionalProperties)) {
    children.push({ name: 'each entry', schema: additionalProperties, isRequired: false });
  }
  return children;
}
