/** Why there is no picture of a camera. */
export type CameraFault = 'insecure' | 'none' | 'refused' | 'busy';

/** A camera that is on. Whoever opened it must stop it. */
export interface Camera {
  readonly stream: MediaStream;
  /** Switches the light on and off; null where the browser cannot. */
  readonly light: ((on: boolean) => Promise<void>) | null;
  stop(): void;
}

/** What browsers with a light say beside the standard. */
type LightSet = MediaTrackConstraintSet & { torch?: boolean };

const FAULTS: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};

function lightOf(track: MediaStreamTrack | undefined): Camera['light'] {
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (track === undefined || can?.torch !== true) return null;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as LightSet] });
}

/** Turns on the camera at the back of a phone, or the only one; says why there is none. */
export async function openCamera(): Promise<Camera | CameraFault> {
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  if (devices === undefined) return window.isSecureContext ? 'none' : 'insecure';
  const video = {
    facingMode: { ideal: 'environment' },
    width: { ideal: 1280 },
    height: { ideal: 720 },
  };
  try {
    const stream = await devices.getUserMedia({ video, audio: false });
    const tracks = stream.getTracks();
    return {
      stream,
      light: lightOf(stream.getVideoTracks()[0]),
      stop: () => {
        for (const track of tracks) track.stop();
      },
    };
  } catch (cause) {
    // Older browsers reject with an error that is no DOMException; all of them have a name.
    return (cause instanceof Error && FAULTS[cause.name]) || 'busy';
  }
}

/** Whether this device has a camera, asked without turning it on. */
export async function hasCamera(): Promise<boolean> {
  const devices = await (navigator as Partial<Navigator>).mediaDevices?.enumerateDevices();
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false;
}
