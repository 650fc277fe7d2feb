import { init } from 'echarts';

/** A line of the chart: points in the order of x. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface LineChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** for values that double from one to the next */
  readonly logarithmicX?: boolean;
  readonly lines: readonly Line[];
}

/** The chart as an SVG document. */
export function lineChart({ title, x, y, logarithmicX = false, lines }: LineChart): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 720, height: 440 });
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    title: { text: title, left: 'center' },
    legend: { bottom: 0, data: lines.map(({ name }) => name) },
    grid: { left: 70, right: 30, top: 50, bottom: 80 },
    xAxis: {
      type: logarithmicX ? 'log' : 'value',
      logBase: 2,
      name: x,
      nameLocation: 'middle',
      nameGap: 30,
      min: 'dataMin',
      max: 'dataMax',
    },
    yAxis: { type: 'value', name: y, nameLocation: 'middle', nameGap: 50, scale: true },
    series: lines.map(({ name, points }) => ({
      name,
      type: 'line',
      symbolSize: 7,
      data: points.map(([px, py]) => [px, py]),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
