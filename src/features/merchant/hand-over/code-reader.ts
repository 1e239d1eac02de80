// Code reader: finds a QR code in a camera frame, with the device's detector or a bundled one.
// Guarantee: no frame leaves the device or is stored.

export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const QR = 'qr_code';
/** Scaled size in pixels: enough for a code in front of a tablet, and fast. */
const LARGEST_SIDE = 800;

async function ownReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    if (!context || videoWidth === 0) return null;
    const scale = Math.min(1, LARGEST_SIDE / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // No code in sight.
      return null;
    }
  };
}

async function deviceReader(): Promise<CodeReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Detector || !(await Detector.getSupportedFormats()).includes(QR)) return null;
  const detector = new Detector({ formats: [QR] });
  let instead: CodeReader | null = null;
  return async (video) => {
    if (instead) return instead(video);
    try {
      return (await detector.detect(video))[0]?.rawValue ?? null;
    } catch {
      // The device has promised too much.
      instead = await ownReader();
      return null;
    }
  };
}

export async function codeReader(): Promise<CodeReader> {
  return (await deviceReader().catch(() => null)) ?? ownReader();
}
