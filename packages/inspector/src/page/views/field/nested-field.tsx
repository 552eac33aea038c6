import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { addedValue } from '../../schema/initial-value.ts';
import { Button } from '../button.tsx';
import { Text } from '../text.tsx';
import type { BodyProps, ResolvedProps } from './field-props.ts';
import { LabeledField } from './labeled-field.tsx';

/** An object or a list, with a button that adds it if it is missing. */
export function NestedField(props: ResolvedProps & { readonly body: (props: BodyProps) => VNode }): VNode {
  const { schema, root, value, path, body: Body, onChange, label } = props;
  const id = useId();
  if (path === '' && typeof value === 'object') return <Body {...props} value={value} />;
  const isMissing = typeof value !== 'object' || value === null;
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
            Add <Text text={label} most={80} />
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
