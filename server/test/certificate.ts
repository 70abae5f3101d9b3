import { generateKeyPairSync, sign } from 'node:crypto';

/** A tag of DER with its content. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, 'hex');
const ids = {
  signature: sequence(der(6, hex('2a8648ce3d040302'))),
  commonName: der(6, hex('550403')),
  constraints: der(6, hex('551d13')),
  names: der(6, hex('551d11')),
};

/** A certificate for this machine that nobody has signed but itself, valid for ten years, with its key, as PEM. */
export function createSelfSignedCertificate(): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(ids.commonName, der(0x0c, Buffer.from('Bilim tests')))));
  const year = new Date().getUTCFullYear() - 2000;
  const [from, to] = [year - 1, year + 9].map((of) => der(0x17, Buffer.from(`${of}0101000000Z`))) as [Buffer, Buffer];
  const extensions = sequence(
    sequence(ids.constraints, der(1, hex('ff')), der(4, sequence(der(1, hex('ff'))))),
    sequence(ids.names, der(4, sequence(der(0x82, Buffer.from('localhost')), der(0x87, hex('7f000001'))))),
  );
  const content = sequence(
    der(0xa0, der(2, hex('02'))),
    der(2, hex('01')),
    ids.signature,
    name,
    sequence(from, to),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, ids.signature, der(3, Buffer.concat([hex('00'), signature])));
  const lines = whole.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
