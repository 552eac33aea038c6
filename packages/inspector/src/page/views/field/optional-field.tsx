import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Json } from '../../json.ts';
import { Text } from '../text.tsx';
import type { BodyProps, ResolvedProps } from './field-props.ts';
import { LabeledField } from './labeled-field.tsx';

/** An optional object or list, with a button to add or remove it. The root is always present. */
export function OptionalField(
  props: ResolvedProps & { readonly make: () => Json; readonly body: (props: BodyProps) => VNode },
): VNode {
  const { value, path, isPlace = false, make, body: Body, onChange, label } = props;
  const id = useId();
  if (path === '' && value !== undefined && typeof value === 'object') return <Body {...props} value={value} />;
  if (value === undefined || value === null || typeof value !== 'object') {
    return (
      <LabeledField
        {...props}
        id={id}
        isGroup
        body={
          <button type="button" data-add={path} onClick={() => onChange(make())}>
            Add <Text text={label} most={80} />
          </button>
        }
      />
    );
  }
  return (
    <LabeledField {...props} id={id} isGroup body={<div class="inner">{<Body {...props} value={value} />}</div>}>
      {props.children}
      {!isPlace && !props.isRequired && (
        <button type="button" class="quiet" onClick={() => onChange(undefined)}>
          Remove <Text text={label} most={80} />
        </button>
      )}
    </LabeledField>
  );
}
