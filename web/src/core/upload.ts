import { startLimits } from '@bilim/contract/start-limits.ts';
import { type CallOptions, replayedHeader, type ServerAnswer } from './api.ts';
import { changedFileCode, Failure } from './failure.ts';
import { recordNetworkActivity } from './isPortalReachable.ts';

function form(field: string, input: Readonly<Record<string, unknown>>, files: readonly File[]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(input)) {
    for (const part of Array.isArray(value) ? value : [value]) if (part != null) data.append(name, String(part));
  }
  for (const file of files) data.append(field, file);
  return data;
}

/** Why a form did not arrive: a browser stops sending a file that is another one on the disk than when it was chosen. */
async function explainUploadError(files: readonly File[]): Promise<Failure> {
  const reads = await Promise.allSettled(files.map((file) => file.slice(0, 1).arrayBuffer()));
  return reads.some(({ status }) => status === 'rejected')
    ? new Failure('CLIENT_ERROR', 0, { code: changedFileCode })
    : new Failure('NETWORK_ERROR');
}

/**
 * Sends a form with its files to an address. By XMLHttpRequest, because fetch reports no progress; the 30 s begin again with
 * every byte that leaves. Rejects with a Failure.
 */
export function uploadForm(
  address: string,
  field: string,
  input: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
  options: CallOptions,
): Promise<ServerAnswer> {
  const data = form(field, input, options.files ?? []);
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const fail = (failure: Failure) => {
      clearTimeout(silence);
      reject(failure);
    };
    const timeOut = () => {
      fail(new Failure('TIMEOUT_ERROR'));
      sending.abort();
    };
    let silence = setTimeout(timeOut, startLimits.timeout);
    const restartSilenceTimer = () => {
      recordNetworkActivity();
      clearTimeout(silence);
      silence = setTimeout(timeOut, startLimits.timeout);
    };
    sending.upload.onprogress = (event) => {
      restartSilenceTimer();
      options.onProgress?.(event.loaded, event.total);
    };
    sending.onload = () => {
      clearTimeout(silence);
      const replayed = sending.getResponseHeader(replayedHeader) !== null;
      resolve({ status: sending.status, body: sending.responseText, replayed });
    };
    sending.onerror = async () => fail(await explainUploadError(options.files ?? []));
    sending.onabort = () => fail(new Failure('CANCEL_ERROR'));
    if (options.signal?.aborted) return fail(new Failure('CANCEL_ERROR'));
    options.signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.open('POST', address);
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
    sending.send(data);
  });
}
