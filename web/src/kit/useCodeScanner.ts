import { useEffect, useRef, useState } from 'react';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    /** Not in every browser yet. */
    BarcodeDetector?: new (options: {
      formats: readonly string[];
    }) => Detector;
  }
}

/** Whether this browser reads codes from the camera. */
export const isCodeScanSupported = () => window.BarcodeDetector !== undefined && navigator.mediaDevices !== undefined;

/** Milliseconds between two looks at the picture. */
const pause = 200;

/** Of papers that the portal prints, and of cards that a university orders elsewhere. */
const formats = { paper: ['qr_code'], card: ['qr_code', 'code_128', 'code_39', 'ean_13'] } as const;

/** Reads codes from the camera as long as it is on; `failed`: the camera was not given, or this browser cannot read such codes. */
export function useCodeScanner(isOn: boolean, of: keyof typeof formats, onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const onCodeRef = useRef(onCode);
  onCodeRef.current = onCode;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { BarcodeDetector } = window;
    if (!isOn || !BarcodeDetector) return;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last = '';
    const look = async (detector: Detector): Promise<void> => {
      const [code] = video.current?.readyState ? await detector.detect(video.current).catch(() => []) : [];
      // The same paper lies under the camera for more than one look.
      if (code && code.rawValue !== last) onCodeRef.current(code.rawValue);
      last = code?.rawValue ?? last;
      if (!isOver) timer = setTimeout(() => void look(detector), pause);
    };
    const begin = async () => {
      const given = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      stream = given;
      if (isOver || !video.current) return end();
      video.current.srcObject = given;
      await video.current.play();
      await look(new BarcodeDetector({ formats: formats[of] }));
    };
    const end = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    setFailed(false);
    void begin().catch(() => setFailed(true));
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  }, [isOn, of]);
  return { video, failed };
}
