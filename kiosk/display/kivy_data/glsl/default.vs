$HEADER$
/* A vertex may have a colour: red and green are added, blue and alpha are factors. One without has 0, 0, 1 and 1 there,
   which OpenGL puts into what is missing of an attribute. */
void main(void) {
  vec4 own = vec4(vPosition.z, vTexCoords0.z, vPosition.w, vTexCoords0.w);
  frag_color = vec4(color.rg + own.rg, color.ba * own.ba) * vec4(1.0, 1.0, 1.0, opacity);
  tex_coord0 = vTexCoords0.xy;
  gl_Position = projection_mat * modelview_mat * vec4(vPosition.xy, 0.0, 1.0);
}
