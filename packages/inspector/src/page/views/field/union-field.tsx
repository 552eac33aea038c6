import { cutText, escapeControls } from '@toolwire/internal';
import { fieldTypeOf, openVariantOf, variantsOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { wordOf } from '../../json.ts';
import { emptyValue, initialValue } from '../../schema/initial-value.ts';
import { variantLabel, variantOf, withoutDescriptionOf } from '../../schema/variants.ts';
import { LabeledField, type ResolvedProps } from './labeled-field.tsx';

/** A field with alternatives: a list to choose from, and the form of the chosen alternative. */
export function UnionField(props: ResolvedProps): VNode {
  const { schema, root, value, onChange, path, Field } = props;
  const id = useId();
  const variants = variantsOf(schema, root);
  const [picked, setPicked] = useState<number | undefined>(undefined);
  const matching = variantOf(value, variants, root);
  const isPickValid =
    picked !== undefined && (value === undefined || variantOf(value, [variants[picked] ?? {}], root) === 0);
  const unmatched = picked ?? openVariantOf(variants, root);
  const current = isPickValid || matching < 0 ? unmatched : matching;
  const variant = variants[current];
  const isOpen = variant !== undefined && fieldTypeOf(variant) !== 'null';
  const pick = (index: number): void => {
    setPicked(index);
    const next = variants[index];
    if (next === undefined || variantOf(value, [next], root) === 0) return;
    onChange(props.isItem === true ? emptyValue(next, root) : initialValue(next, root));
  };
  return (
    <LabeledField
      {...props}
      id={id}
      // The alternative shows the errors otherwise.
      error={isOpen ? undefined : props.error}
      group="group"
      body={
        <div class="variants">
          <select
            aria-label={`Form of ${props.label}`}
            data-variant={path}
            value={wordOf(current)}
            onChange={(event) => pick(Number(event.currentTarget.value))}
          >
            {variants.map((alternative, index) => (
              <option value={wordOf(index)} key={index}>
                {escapeControls(cutText(variantLabel(alternative, root), 120))}
              </option>
            ))}
          </select>
          {isOpen && (
            <Field
              key={current}
              {...props}
              schema={withoutDescriptionOf(schema, variant)}
              isRequired={false}
              children={undefined}
            />
          )}
        </div>
      }
    />
  );
}
