import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

interface PickerProps {
  readonly label: string;
  readonly onPick: (base64: string) => void;
}

/** A place for a file, which is chosen or dropped. Its bytes become base64. */
export function FilePicker({ label, onPick }: PickerProps): VNode {
  const [isOver, setOver] = useState(false);
  const [name, setName] = useState('');
  const pick = (file: File | undefined): void => {
    setOver(false);
    if (file === undefined) return;
    readBase64(file).then(
      (base64) => {
        setName(`${file.name}, ${file.size} bytes`);
        onPick(base64);
      },
      () => setName(`${file.name} can't be read`),
    );
  };
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        pick(event.dataTransfer?.files[0]);
      }}
    >
      <span role="status">{name === '' ? 'Drop a file here, or choose one.' : name}</span>
      <input
        type="file"
        aria-label={`A file for ${label}`}
        onChange={(event) => pick(event.currentTarget.files?.[0])}
      />
    </label>
  );
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
