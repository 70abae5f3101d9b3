import qrcode from 'qrcode-generator';
import { useMemo } from 'react';
import styles from './QrCode.module.css';

interface Props {
  /** The text that is encoded; no server sees it. */
  text: string;
  label: string;
  /** Without one of its own it is a white square of 240 pixels. */
  className?: string | undefined;
}

/** A text as a picture that a camera reads; the quiet zone of four modules belongs to it. */
export function QrCode({ text, label, className = styles.code }: Props) {
  const { size, path } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const size = code.getModuleCount();
    const dark: string[] = [];
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) if (code.isDark(y, x)) dark.push(`M${x} ${y}h1v1h-1z`);
    return { size, path: dark.join('') };
  }, [text]);
  return (
    <svg className={className} viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
