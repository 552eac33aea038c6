import type { ComponentChildren, VNode } from 'preact';
import { type JsonFields, wordOf } from '../../json.ts';
import { typeOf } from '../../schema/kinds.ts';
import { Text } from '../text.tsx';
import type { ResolvedProps } from './field-props.ts';

/** The name, description and error of a field. */
export function LabeledField(
  props: ResolvedProps & {
    readonly id: string;
    readonly group?: 'group' | 'radiogroup';
    readonly body: ComponentChildren;
  },
): VNode {
  const { id, label, schema, isRequired, error, body, children, group } = props;
  const { description, title } = schema;
  const name = (
    <>
      <Text text={label} most={200} />
      {isRequired && <span class="required"> required</span>}
    </>
  );
  return (
    <div
      class="field"
      data-path={props.path}
      role={group}
      {...(group !== undefined && { 'aria-labelledby': `${id}-name`, 'aria-describedby': describedBy(id, props) })}
      {...(group === 'radiogroup' && { 'aria-invalid': error !== undefined, 'aria-required': isRequired })}
    >
      <div class="field-head">
        {group !== undefined ? (
          <span class="name" id={`${id}-name`}>
            {name}
          </span>
        ) : (
          <label class="name" for={id}>
            {name}
          </label>
        )}
        <span class="hint">
          <Text text={hintOf(schema)} most={300} />
        </span>
        {children}
      </div>
      {(typeof description === 'string' || typeof title === 'string') && (
        <p class="about" id={`${id}-about`}>
          <Text text={typeof description === 'string' ? description : wordOf(title)} />
        </p>
      )}
      {body}
      {error !== undefined && (
        <p class="error field-error" id={`${id}-error`}>
          <Text text={error} />
        </p>
      )}
    </div>
  );
}

/** A short summary of the constraints of a schema. */
function hintOf(schema: JsonFields): string {
  const rules = [
    'format',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'pattern',
    'minItems',
    'maxItems',
    'multipleOf',
  ];
  const shown = rules.flatMap((rule) => (rule in schema ? [`${rule} ${wordOf(schema[rule])}`] : []));
  return [typeOf(schema) ?? '', ...shown].filter((word) => word !== '').join(', ');
}

export function describedBy(id: string, { schema, error }: ResolvedProps): string | undefined {
  const ids = [
    ...('description' in schema || 'title' in schema ? [`${id}-about`] : []),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}
