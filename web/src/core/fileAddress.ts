import type { Call, Input } from '@bilim/contract/call.ts';

/** The address of a file that a call answers, to be saved; `shown`: of a picture inside the page, small or whole. */
export function buildFileUrl<C extends Call>(call: C, input: Input<C>, shown?: 'small' | 'whole'): string {
  const query = new URLSearchParams();
  const fields = { ...input, ...(shown && { inline: true }), ...(shown === 'small' && { size: 'small' }) };
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) query.append(name, typeof one === 'boolean' ? `${Number(one)}` : `${one}`);
  return `${import.meta.env.BASE_URL}${call.path.slice(1)}?${query}`;
}
