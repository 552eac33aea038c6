import { fieldKindOf, resolveSchema } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { errorText } from '../../field-errors.ts';
import type { Json } from '../../json.ts';
import { addedValue } from '../../schema/initial-value.ts';
import { Button } from '../controls.tsx';
import { Text } from '../text.tsx';
import { ChoiceField, SelectField, SwitchField } from './choice-field.tsx';
import { type BodyProps, type FieldProps, LabeledField, type ResolvedProps } from './labeled-field.tsx';
import { ListItems } from './list-items.tsx';
import { ObjectFields } from './object-fields.tsx';
import { TextField } from './text-field.tsx';
import { UnionField } from './union-field.tsx';

const maxDepth = 24;

/** A field of a form, for any schema. */
export function Field(props: FieldProps): VNode {
  const { root, path, errors } = props;
  const schema = resolveSchema(props.schema, root);
  // The parts get `Field` as a prop, because an import of this module would be a cycle.
  const resolved = { ...props, schema, error: errorText(errors), Field };
  // The depth is limited, because a recursive schema has no end.
  if (path.split('/').length > maxDepth) return <TextField {...resolved} schema={{}} />;
  switch (fieldKindOf(schema, root)) {
    case 'variants':
      return <UnionField {...resolved} />;
    case 'object':
      return <NestedField {...resolved} body={ObjectFields} />;
    case 'list':
      return <NestedField {...resolved} body={ListItems} />;
    case 'choice':
      return <ChoiceField {...resolved} />;
    case 'boolean':
      return isBoolean(props.value) ? (
        <SwitchField {...resolved} />
      ) : (
        <SelectField {...resolved} schema={{ ...schema, enum: [true, false] }} />
      );
    case 'null':
      return <SelectField {...resolved} schema={{ ...schema, enum: [null] }} />;
    case 'number':
    case 'text':
    case 'file':
    case 'json':
      return <TextField {...resolved} />;
  }
}

function isBoolean(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'boolean';
}

/** An object or a list, with a button that adds it if it is missing. */
function NestedField(props: ResolvedProps & { readonly body: (props: BodyProps) => VNode }): VNode {
  const { schema, root, value, path, body: Body, onChange, label } = props;
  const id = useId();
  const isMissing = typeof value !== 'object' || value === null;
  if (path === '' && !isMissing) return <Body {...props} value={value} />;
  return (
    <LabeledField
      {...props}
      id={id}
      // The body shows the errors otherwise.
      error={isMissing ? props.error : undefined}
      group="group"
      body={
        isMissing ? (
          <Button data-add={path} onClick={() => onChange(addedValue(schema, root))}>
            Add <Text text={label} maxLength={80} />
          </Button>
        ) : (
          <div class="inner">
            <Body {...props} value={value} />
          </div>
        )
      }
    />
  );
}
