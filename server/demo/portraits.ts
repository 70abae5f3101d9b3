import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { DemoPeople } from './people.ts';

const backgrounds = ['#d9e4dd', '#e7dcc8', '#cfdbe6', '#e4d3d0', '#dcd6e6', '#d2e0d0'];
const hair = ['#2b2320', '#4a3426', '#1d1b22', '#6b4a2d', '#3a2c2a', '#8a8480'];
const clothingColours = ['#7a2e2a', '#24506b', '#3e5b3a', '#5b3f6e', '#8a6a1f', '#2f3a45'];
const skin = ['#e9c5a3', '#d9ae86', '#f0d2b6'];
const maxPhotos = 400;

/** Draws a dozen portraits (nobody's) and gives them to about a third of the people; the others show initials. */
export async function writePortraits(people: DemoPeople, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const drawn = await Promise.all(Array.from({ length: 12 }, (_, index) => draw(index)));
  const women = drawn.filter((_, index) => index % 2 === 1);
  const men = drawn.filter((_, index) => index % 2 === 0);
  const everybody = [...people.teachers, ...people.groups.flatMap((group) => group.students)];
  // One of the two named students has a portrait, the other shows initials.
  const chosen = everybody.filter(
    (person, index) => person !== people.main.student2 && (index % 3 === 0 || person === people.main.student),
  );
  await Promise.all(
    chosen.slice(0, maxPhotos).map((person, index) => {
      const portraits = person.woman ? women : men;
      const portrait = portraits[index % portraits.length];
      return portrait ? writeFile(join(folder, `${person.code}.jpg`), portrait) : undefined;
    }),
  );
}

function draw(index: number): Promise<Buffer> {
  const woman = index % 2 === 1;
  const of = (colours: readonly string[], step: number) => colours[(index * step + step) % colours.length];
  const locks = woman
    ? '<path d="M72 118 C66 52 190 52 184 118 L190 196 L66 196 Z"/>'
    : '<path d="M80 112 C74 54 182 54 176 112 L168 92 L88 92 Z"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <rect width="256" height="256" fill="${of(backgrounds, 1)}"/>
    <g fill="${of(hair, 5)}">${woman ? locks : ''}</g>
    <path d="M32 256 C36 196 92 186 128 186 C164 186 220 196 224 256 Z" fill="${of(clothingColours, 1)}"/>
    <path d="M108 160 h40 v30 q-20 18 -40 0 Z" fill="${of(skin, 1)}"/>
    <ellipse cx="128" cy="122" rx="45" ry="54" fill="${of(skin, 1)}"/>
    <g fill="${of(hair, 5)}">${woman ? '<path d="M82 112 C82 62 174 62 174 112 C150 84 112 88 82 112 Z"/>' : locks}</g>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}
