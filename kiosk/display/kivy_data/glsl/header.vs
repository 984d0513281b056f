/* What Kivy gives a vertex shader. */
#ifdef GL_ES
precision highp float;
#endif

attribute vec4 vPosition;    /* x, y; red and blue */
attribute vec4 vTexCoords0;  /* u, v; green and alpha */

uniform mat4 projection_mat, modelview_mat;
uniform vec4 color;
uniform float opacity;

varying vec4 frag_color;
varying vec2 tex_coord0;
