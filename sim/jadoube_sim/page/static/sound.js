// The buzzer, heard: a square wave at the frequency that the buzzer's pin has. Browsers want a gesture before it.

const LOUD = 0.04;

export function createSound() {
  let air = null;
  let tone = null;
  let on = false;

  function quiet() {
    tone?.stop();
    tone = null;
  }

  function sing(hz) {
    if (tone) return tone.frequency.setValueAtTime(hz, air.currentTime);
    const gain = new GainNode(air, { gain: LOUD });
    tone = new OscillatorNode(air, { type: "square", frequency: hz });
    tone.connect(gain).connect(air.destination);
    tone.start();
  }

  return {
    switch(next) {
      on = next;
      air ??= new AudioContext();
      if (on) air.resume();
      else quiet();
    },
    show(desk) {
      if (!on || !desk.buzzer_hz) quiet();
      else sing(desk.buzzer_hz);
    },
  };
}
