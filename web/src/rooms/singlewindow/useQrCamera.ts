import { useEffect, useRef, useState } from 'react';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    /** Not in every browser yet. */
    BarcodeDetector?: new (options: {
      formats: string[];
    }) => Detector;
  }
}

/** Whether this browser reads QR codes from the camera. */
export const canReadQrCodes = () => window.BarcodeDetector !== undefined && navigator.mediaDevices !== undefined;

/** Milliseconds between two looks at the picture. */
const pause = 200;

/** Reads QR codes from the camera as long as it is on; `failed`: the camera was not given. */
export function useQrCamera(isOn: boolean, onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef(onCode);
  told.current = onCode;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { BarcodeDetector } = window;
    if (!isOn || !BarcodeDetector) return;
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last = '';
    const look = async () => {
      const [code] = video.current?.readyState ? await detector.detect(video.current).catch(() => []) : [];
      // The same paper lies under the camera for more than one look.
      if (code && code.rawValue !== last) told.current(code.rawValue);
      last = code?.rawValue ?? last;
      if (!isOver) timer = setTimeout(() => void look(), pause);
    };
    const begin = async () => {
      const given = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      stream = given;
      if (isOver || !video.current) return end();
      video.current.srcObject = given;
      await video.current.play();
      await look();
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
  }, [isOn]);
  return { video, failed };
}
