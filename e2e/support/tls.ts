import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { createSelfSignedCertificate } from '../../server/test/certificate.ts';

/** Puts TLS on a port before a portal, by a certificate that only a test takes; gives what ends it. */
export async function openTlsProxy(port: number, portal: string): Promise<() => Promise<void>> {
  const { certificate: cert, key } = createSelfSignedCertificate();
  const { hostname: host, port: behind } = new URL(portal);
  const server = createServer({ cert, key }, (near) => {
    const far = connect({ host, port: Number(behind) });
    // Either end may go away in the middle.
    for (const one of [near, far])
      one.on('error', () => {
        near.destroy();
        far.destroy();
      });
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done));
  return () => new Promise((done) => void server.close(() => done()));
}
