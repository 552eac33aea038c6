import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate, in separate files. */
export interface Certificate {
  readonly certificatePath: string;
  readonly keyPath: string;
  readonly text: string;
  readonly remove: () => void;
}

/** Makes a certificate for a name. */
export function makeCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-certificate-'));
  const [certificatePath, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const files = ['-keyout', keyPath, '-out', certificatePath];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', ...subject, ...files], { stdio: 'pipe' });
  return {
    certificatePath,
    keyPath,
    text: readFileSync(certificatePath, 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
