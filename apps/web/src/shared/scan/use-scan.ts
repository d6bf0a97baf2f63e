import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Camera, type CameraFault, openCamera } from './camera.ts';
import { codeReader } from './code-reader.ts';

/** `no-reader`: what reads codes could not be fetched. */
export type ScanState = 'opening' | 'reading' | 'no-reader' | CameraFault;

export interface CameraScan {
  video: RefObject<HTMLVideoElement | null>;
  state: ScanState;
  /** Null where the camera has no light. */
  light: { isOn: boolean; toggle: () => void } | null;
}

/** Pause between two pictures: a phone stays cool, and a code is still read at once. */
const PAUSE_MS = 120;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));

/** Looks for a code in picture after picture, until one is found or `signal` ends it. */
async function nextCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const read = await codeReader();
  while (!signal.aborted) {
    const isSeen = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const text = isSeen ? await read(video) : null;
    if (text !== null) return text;
    await pause();
  }
  return null;
}

/** False while the page is in the background: the camera is off then. */
function useInFront(): boolean {
  const [isInFront, setInFront] = useState(() => document.visibilityState !== 'hidden');
  useEffect(() => {
    const look = () => setInFront(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isInFront;
}

/**
 * The camera and what it reads, while the part is drawn, `isActive` and the page in front; then the
 * camera is off. `onText` is called once: whoever wants another code draws the part again.
 */
export function useScan(isActive: boolean, onText: (text: string) => void): CameraScan {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<ScanState>('opening');
  const [camera, setCamera] = useState<Camera | null>(null);
  const [isOn, setOn] = useState(false);
  const found = useEffectEvent(onText);
  const isRunning = useInFront() && isActive;
  useEffect(() => {
    if (!isRunning) return;
    const end = new AbortController();
    let opened: Camera | null = null;
    const run = async () => {
      setState('opening');
      const answer = await openCamera();
      if (typeof answer === 'string') return setState(answer);
      opened = answer;
      const place = video.current;
      if (end.signal.aborted || place === null) return answer.stop();
      place.srcObject = answer.stream;
      // Not after our own `stop`: a call, another app or the settings have taken the camera.
      answer.stream.getVideoTracks()[0]?.addEventListener('ended', () => {
        if (end.signal.aborted) return;
        end.abort();
        setCamera(null);
        setState('busy');
      });
      setCamera(answer);
      // A video that may not begin by itself shows its first picture all the same.
      await place.play().catch(() => undefined);
      if (end.signal.aborted) return;
      setState('reading');
      const text = await nextCode(place, end.signal);
      if (text !== null && !end.signal.aborted) found(text);
    };
    run().catch((cause: unknown) => {
      console.warn('The reader of codes could not be fetched.', cause);
      opened?.stop();
      if (!end.signal.aborted) setState('no-reader');
    });
    return () => {
      end.abort();
      opened?.stop();
      setCamera(null);
      setOn(false);
    };
  }, [isRunning]);
  const light = camera?.light ?? null;
  const toggle = () => {
    light?.(!isOn).then(
      () => setOn(!isOn),
      () => undefined,
    );
  };
  return { video, state, light: light === null ? null : { isOn, toggle } };
}
